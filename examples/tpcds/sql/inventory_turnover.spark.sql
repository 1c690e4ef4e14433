WITH counts AS (
  SELECT
    inv.inv_warehouse_sk AS warehouse_sk,
    i.i_category AS category,
    d.d_year AS calendar_year,
    inv.inv_date_sk,
    SUM(inv.inv_quantity_on_hand) AS units
  FROM lake.tpcds.inventory AS inv
  JOIN lake.tpcds.item AS i ON i.i_item_sk = inv.inv_item_sk
  JOIN lake.tpcds.date_dim AS d ON d.d_date_sk = inv.inv_date_sk
  GROUP BY inv.inv_warehouse_sk, i.i_category, d.d_year, inv.inv_date_sk
),
stock AS (
  SELECT warehouse_sk, category, calendar_year, AVG(units) AS average_units
  FROM counts
  GROUP BY warehouse_sk, category, calendar_year
),
orders AS (
  SELECT
    cs_warehouse_sk AS warehouse_sk,
    cs_item_sk AS item_sk,
    cs_ship_date_sk AS date_sk,
    cs_quantity AS units
  FROM lake.tpcds.catalog_sales
  UNION ALL
  SELECT ws_warehouse_sk, ws_item_sk, ws_ship_date_sk, ws_quantity
  FROM lake.tpcds.web_sales
),
shipped AS (
  SELECT orders.warehouse_sk, i.i_category AS category, d.d_year AS calendar_year, SUM(orders.units) AS units
  FROM orders
  JOIN lake.tpcds.item AS i ON i.i_item_sk = orders.item_sk
  JOIN lake.tpcds.date_dim AS d ON d.d_date_sk = orders.date_sk
  GROUP BY orders.warehouse_sk, i.i_category, d.d_year
)
SELECT
  w.w_warehouse_id AS warehouse_id,
  w.w_warehouse_name AS warehouse_name,
  stock.category,
  stock.calendar_year,
  CAST(stock.average_units AS DECIMAL(15, 1)) AS average_units_on_hand,
  COALESCE(shipped.units, CAST(0 AS BIGINT)) AS units_shipped,
  CAST(shipped.units / NULLIF(stock.average_units, 0) AS DECIMAL(9, 3)) AS turnover
FROM stock
JOIN lake.tpcds.warehouse AS w ON w.w_warehouse_sk = stock.warehouse_sk
LEFT JOIN shipped
  ON shipped.warehouse_sk = stock.warehouse_sk
  AND shipped.category = stock.category
  AND shipped.calendar_year = stock.calendar_year
