WITH purchases (customer_sk, channel, order_number, date_sk, net_paid, net_profit) AS (
  SELECT ss_customer_sk, 'store', ss_ticket_number, ss_sold_date_sk, ss_net_paid, ss_net_profit
  FROM lake.tpcds.store_sales
  UNION ALL
  SELECT cs_bill_customer_sk, 'catalog', cs_order_number, cs_sold_date_sk, cs_net_paid, cs_net_profit
  FROM lake.tpcds.catalog_sales
  UNION ALL
  SELECT ws_bill_customer_sk, 'web', ws_order_number, ws_sold_date_sk, ws_net_paid, ws_net_profit
  FROM lake.tpcds.web_sales
)
SELECT
  c.c_customer_sk AS customer_sk,
  c.c_customer_id AS customer_id,
  COUNT(DISTINCT ROW(purchases.channel, purchases.order_number)) AS orders,
  COUNT(DISTINCT purchases.channel) AS channels_used,
  MIN(d.d_date) AS first_purchase_on,
  MAX(d.d_date) AS last_purchase_on,
  CAST(SUM(purchases.net_paid) AS DECIMAL(17, 2)) AS lifetime_net_paid,
  CAST(SUM(purchases.net_profit) AS DECIMAL(17, 2)) AS lifetime_net_profit
FROM lake.tpcds.customer AS c
JOIN purchases ON purchases.customer_sk = c.c_customer_sk
LEFT JOIN lake.tpcds.date_dim AS d ON d.d_date_sk = purchases.date_sk
GROUP BY c.c_customer_sk, c.c_customer_id
