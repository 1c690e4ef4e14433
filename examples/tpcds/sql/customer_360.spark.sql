SELECT
  c.c_customer_id AS customer_id,
  CONCAT_WS(' ', c.c_salutation, c.c_first_name, c.c_last_name) AS full_name,
  c.c_email_address AS email,
  c.c_preferred_cust_flag = 'Y' AS is_preferred,
  a.ca_city AS city,
  a.ca_state AS state,
  a.ca_country AS country,
  cd.cd_gender AS gender,
  cd.cd_marital_status AS marital_status,
  cd.cd_education_status AS education,
  cd.cd_credit_rating AS credit_rating,
  hd.hd_buy_potential AS buy_potential,
  ib.ib_lower_bound AS income_from,
  ib.ib_upper_bound AS income_to,
  COALESCE(v.orders, CAST(0 AS BIGINT)) AS orders,
  v.last_purchase_on,
  v.lifetime_net_paid,
  v.lifetime_net_profit
FROM lake.tpcds.customer AS c
LEFT JOIN lake.tpcds.customer_address AS a ON a.ca_address_sk = c.c_current_addr_sk
LEFT JOIN lake.tpcds.customer_demographics AS cd ON cd.cd_demo_sk = c.c_current_cdemo_sk
LEFT JOIN lake.tpcds.household_demographics AS hd ON hd.hd_demo_sk = c.c_current_hdemo_sk
LEFT JOIN lake.tpcds.income_band AS ib ON ib.ib_income_band_sk = hd.hd_income_band_sk
LEFT JOIN customer_lifetime_value AS v ON v.customer_sk = c.c_customer_sk
