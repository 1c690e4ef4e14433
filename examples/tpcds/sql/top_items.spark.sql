WITH sold AS (
  SELECT ss_item_sk AS item_sk, ss_quantity AS units, ss_net_paid AS net_paid FROM lake.tpcds.store_sales
  UNION ALL
  SELECT cs_item_sk, cs_quantity, cs_net_paid FROM lake.tpcds.catalog_sales
  UNION ALL
  SELECT ws_item_sk, ws_quantity, ws_net_paid FROM lake.tpcds.web_sales
),
totals AS (
  SELECT
    i.i_category AS category,
    i.i_item_id AS item_id,
    MAX(i.i_product_name) AS product_name,
    MAX(i.i_brand) AS brand,
    SUM(sold.units) AS units,
    SUM(sold.net_paid) AS net_paid
  FROM sold
  JOIN lake.tpcds.item AS i ON i.i_item_sk = sold.item_sk
  GROUP BY i.i_category, i.i_item_id
),
ranked AS (
  SELECT totals.*, RANK() OVER (PARTITION BY category ORDER BY net_paid DESC) AS place
  FROM totals
)
SELECT
  category,
  CAST(place AS INT) AS rank_in_category,
  item_id,
  product_name,
  brand,
  units,
  net_paid
FROM ranked
WHERE place <= 100
