SELECT
  p.p_promo_id AS promotion_id,
  p.p_promo_name AS promotion_name,
  p.p_purpose AS purpose,
  first_day.d_date AS starts_on,
  last_day.d_date AS ends_on,
  p.p_cost AS cost,
  COUNT(ss.ss_ticket_number) AS lines_sold,
  CAST(SUM(ss.ss_ext_discount_amt) AS DECIMAL(17, 2)) AS discount,
  CAST(SUM(ss.ss_net_profit) AS DECIMAL(17, 2)) AS net_profit,
  CAST(COALESCE(SUM(ss.ss_net_profit), 0) - p.p_cost AS DECIMAL(18, 2)) AS gain
FROM lake.tpcds.promotion AS p
LEFT JOIN lake.tpcds.date_dim AS first_day ON first_day.d_date_sk = p.p_start_date_sk
LEFT JOIN lake.tpcds.date_dim AS last_day ON last_day.d_date_sk = p.p_end_date_sk
LEFT JOIN lake.tpcds.store_sales AS ss ON ss.ss_promo_sk = p.p_promo_sk
GROUP BY p.p_promo_id, p.p_promo_name, p.p_purpose, first_day.d_date, last_day.d_date, p.p_cost
