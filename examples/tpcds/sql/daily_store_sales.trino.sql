SELECT
  d.d_date AS sold_on,
  s.s_store_id AS store_id,
  s.s_store_name AS store_name,
  COUNT(DISTINCT ss.ss_ticket_number) AS receipts,
  SUM(ss.ss_quantity) AS units,
  CAST(SUM(ss.ss_net_paid) AS DECIMAL(17, 2)) AS net_paid,
  CAST(SUM(ss.ss_net_profit) AS DECIMAL(17, 2)) AS net_profit
FROM store_sales AS ss
JOIN date_dim AS d ON d.d_date_sk = ss.ss_sold_date_sk
JOIN store AS s ON s.s_store_sk = ss.ss_store_sk
GROUP BY d.d_date, s.s_store_id, s.s_store_name
