WITH purchases AS (
  SELECT
    ss_customer_sk AS customer_sk,
    'store' AS channel,
    ss_ticket_number AS order_number,
    ss_sold_date_sk AS date_sk,
    ss_net_paid AS net_paid,
    ss_net_profit AS net_profit
  FROM tpcds.store_sales
  UNION ALL
  SELECT cs_bill_customer_sk, 'catalog', cs_order_number, cs_sold_date_sk, cs_net_paid, cs_net_profit
  FROM tpcds.catalog_sales
  UNION ALL
  SELECT ws_bill_customer_sk, 'web', ws_order_number, ws_sold_date_sk, ws_net_paid, ws_net_profit
  FROM tpcds.web_sales
)
SELECT
  c.c_customer_sk AS customer_sk,
  c.c_customer_id AS customer_id,
  COUNT(DISTINCT purchases.channel, purchases.order_number) AS orders,
  COUNT(DISTINCT purchases.channel) AS channels_used,
  MIN(d.d_date) AS first_purchase_on,
  MAX(d.d_date) AS last_purchase_on,
  SUM(purchases.net_paid) AS lifetime_net_paid,
  SUM(purchases.net_profit) AS lifetime_net_profit
FROM tpcds.customer AS c
JOIN purchases ON purchases.customer_sk = c.c_customer_sk
LEFT JOIN tpcds.date_dim AS d ON d.d_date_sk = purchases.date_sk
GROUP BY c.c_customer_sk, c.c_customer_id
