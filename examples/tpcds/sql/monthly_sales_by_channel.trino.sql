WITH sales (channel, date_sk, units, net_paid, net_profit) AS (
  SELECT VARCHAR 'store', ss_sold_date_sk, ss_quantity, ss_net_paid, ss_net_profit
  FROM lake.tpcds.store_sales
  UNION ALL
  SELECT VARCHAR 'catalog', cs_sold_date_sk, cs_quantity, cs_net_paid, cs_net_profit
  FROM lake.tpcds.catalog_sales
  UNION ALL
  SELECT VARCHAR 'web', ws_sold_date_sk, ws_quantity, ws_net_paid, ws_net_profit
  FROM lake.tpcds.web_sales
)
SELECT
  sales.channel,
  d.d_year AS calendar_year,
  d.d_moy AS month_of_year,
  SUM(sales.units) AS units,
  CAST(SUM(sales.net_paid) AS DECIMAL(17, 2)) AS net_paid,
  CAST(SUM(sales.net_profit) AS DECIMAL(17, 2)) AS net_profit
FROM sales
JOIN lake.tpcds.date_dim AS d ON d.d_date_sk = sales.date_sk
GROUP BY sales.channel, d.d_year, d.d_moy
