WITH buyers AS (
  SELECT * FROM lake.tpcds.marts.customer_360 WHERE orders > 0
)
SELECT
  country,
  state,
  income_from,
  income_to,
  COUNT(*) AS customers,
  SUM(orders) AS orders,
  CAST(AVG(lifetime_net_paid) AS DECIMAL(13, 2)) AS average_net_paid
FROM buyers
GROUP BY country, state, income_from, income_to
