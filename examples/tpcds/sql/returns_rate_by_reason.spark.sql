WITH sold AS (
  SELECT 'store' AS channel, SUM(ss_quantity) AS units FROM lake.tpcds.store_sales
  UNION ALL
  SELECT 'catalog', SUM(cs_quantity) FROM lake.tpcds.catalog_sales
  UNION ALL
  SELECT 'web', SUM(ws_quantity) FROM lake.tpcds.web_sales
),
returned AS (
  SELECT 'store' AS channel, sr_reason_sk AS reason_sk, sr_return_quantity AS units, sr_net_loss AS net_loss
  FROM lake.tpcds.store_returns
  UNION ALL
  SELECT 'catalog', cr_reason_sk, cr_return_quantity, cr_net_loss
  FROM lake.tpcds.catalog_returns
  UNION ALL
  SELECT 'web', wr_reason_sk, wr_return_quantity, wr_net_loss
  FROM lake.tpcds.web_returns
)
SELECT
  returned.channel,
  r.r_reason_id AS reason_id,
  r.r_reason_desc AS reason,
  COUNT(*) AS lines_returned,
  SUM(returned.units) AS units_returned,
  CAST(100.0 * SUM(returned.units) / MAX(sold.units) AS DECIMAL(7, 4)) AS percent_of_units_sold,
  SUM(returned.net_loss) AS net_loss
FROM returned
JOIN sold ON sold.channel = returned.channel
JOIN lake.tpcds.reason AS r ON r.r_reason_sk = returned.reason_sk
GROUP BY returned.channel, r.r_reason_id, r.r_reason_desc
