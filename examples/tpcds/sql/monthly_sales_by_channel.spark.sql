WITH sales AS (
  SELECT
    'store' AS channel,
    ss_sold_date_sk AS date_sk,
    ss_quantity AS units,
    ss_net_paid AS net_paid,
    ss_net_profit AS net_profit
  FROM tpcds.store_sales
  UNION ALL
  SELECT 'catalog', cs_sold_date_sk, cs_quantity, cs_net_paid, cs_net_profit
  FROM tpcds.catalog_sales
  UNION ALL
  SELECT 'web', ws_sold_date_sk, ws_quantity, ws_net_paid, ws_net_profit
  FROM tpcds.web_sales
)
SELECT
  sales.channel,
  d.d_year AS calendar_year,
  d.d_moy AS month_of_year,
  SUM(sales.units) AS units,
  SUM(sales.net_paid) AS net_paid,
  SUM(sales.net_profit) AS net_profit
FROM sales
JOIN tpcds.date_dim AS d ON d.d_date_sk = sales.date_sk
GROUP BY sales.channel, d.d_year, d.d_moy
