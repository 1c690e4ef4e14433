SELECT
  s.s_store_id AS store_id,
  d.d_day_name AS day_name,
  t.t_hour AS hour_of_day,
  COUNT(DISTINCT ss.ss_ticket_number) AS receipts,
  CAST(AVG(ss.ss_ext_sales_price) AS DECIMAL(9, 2)) AS average_line_price
FROM lake.tpcds.store_sales AS ss
JOIN lake.tpcds.date_dim AS d ON d.d_date_sk = ss.ss_sold_date_sk
JOIN lake.tpcds.time_dim AS t ON t.t_time_sk = ss.ss_sold_time_sk
JOIN lake.tpcds.store AS s ON s.s_store_sk = ss.ss_store_sk
GROUP BY s.s_store_id, d.d_day_name, t.t_hour
