"""The store channel: sales over the counter, what is brought back, and the stores."""

from __future__ import annotations

from .families import address, return_measures, revision_dates, sale_measures
from .model import Partition, Table, business_id, decimal, integer, key, reference, text

STORE_SALES = Table(
    name="store_sales",
    comment="Sales in stores, one row for each line of a receipt.",
    description="""\
One row for each line of a receipt printed in a store. A receipt is all rows of one `ss_ticket_number`.

| Measure | How it comes about |
|---|---|
| `ss_ext_sales_price` | `ss_sales_price` × `ss_quantity` |
| `ss_net_paid` | `ss_ext_sales_price` − `ss_coupon_amt` |
| `ss_net_profit` | `ss_net_paid` − `ss_ext_wholesale_cost` |

Anonymous purchases have no `ss_customer_sk`; don't drop them when you count receipts.""",
    key=("ss_item_sk", "ss_ticket_number"),
    rows=2_880_404,
    row_bytes=164,
    load="continuous",
    partitions=(Partition("ss_sold_date_sk", "truncate[30]"), Partition("ss_item_sk", "bucket[16]")),
    sort=("ss_sold_date_sk", "ss_item_sk"),
    columns=(
        reference("ss_sold_date_sk", "date_dim", "Day of the sale"),
        reference("ss_sold_time_sk", "time_dim", "Time of the sale"),
        key("ss_item_sk", "Item sold", references="item"),
        reference("ss_customer_sk", "customer", "Customer, when known at the till"),
        reference("ss_cdemo_sk", "customer_demographics", "Personal profile of the customer at that time"),
        reference("ss_hdemo_sk", "household_demographics", "Household profile of the customer at that time"),
        reference("ss_addr_sk", "customer_address", "Address of the customer at that time"),
        reference("ss_store_sk", "store", "Store in which the sale was made"),
        reference("ss_promo_sk", "promotion", "Promotion that applied to the line"),
        key("ss_ticket_number", "Number of the receipt."),
        *sale_measures("ss", shipped=False),
    ),
)

STORE_RETURNS = Table(
    name="store_returns",
    comment="Goods brought back to stores, one row for each returned line of a receipt.",
    description="""\
One row for each returned line of a receipt. Item and ticket number lead back to the sale:

```sql
store_sales.ss_item_sk = store_returns.sr_item_sk
AND store_sales.ss_ticket_number = store_returns.sr_ticket_number
```

The refund is the sum of `sr_refunded_cash`, `sr_reversed_charge` and `sr_store_credit`.""",
    key=("sr_item_sk", "sr_ticket_number"),
    rows=287_514,
    row_bytes=134,
    load="continuous",
    partitions=(Partition("sr_returned_date_sk"),),
    columns=(
        reference("sr_returned_date_sk", "date_dim", "Day of the return"),
        reference("sr_return_time_sk", "time_dim", "Time of the return"),
        key("sr_item_sk", "Item brought back", references="item"),
        reference("sr_customer_sk", "customer", "Customer who brought it back"),
        reference("sr_cdemo_sk", "customer_demographics", "Personal profile of the customer at that time"),
        reference("sr_hdemo_sk", "household_demographics", "Household profile of the customer at that time"),
        reference("sr_addr_sk", "customer_address", "Address of the customer at that time"),
        reference("sr_store_sk", "store", "Store that took it back"),
        reference("sr_reason_sk", "reason", "Reason given"),
        key("sr_ticket_number", "Number of the receipt of the sale."),
        *return_measures("sr"),
    ),
)

STORE = Table(
    name="store",
    comment="Stores with size, management, market and address. A changed store gets a new row.",
    key=("s_store_sk",),
    rows=12,
    row_bytes=263,
    columns=(
        key("s_store_sk", "Key of one revision of a store."),
        business_id("s_store_id", "store"),
        *revision_dates("s", "store"),
        reference("s_closed_date_sk", "date_dim", "Day on which the store was closed for good"),
        text("s_store_name", "Name on the sign."),
        integer("s_number_employees", "Number of people employed."),
        integer("s_floor_space", "Sales floor in square feet."),
        text("s_hours", "Opening hours, such as `8AM-4PM`."),
        text("s_manager", "Name of the store's manager."),
        integer("s_market_id", "Number of the market to which the store belongs."),
        text("s_geography_class", "Kind of surroundings the store serves."),
        text("s_market_desc", "The market in words."),
        text("s_market_manager", "Name of the market's manager."),
        integer("s_division_id", "Number of the division."),
        text("s_division_name", "Name of the division."),
        integer("s_company_id", "Number of the company that runs the store."),
        text("s_company_name", "Name of the company that runs the store."),
        *address("s", "store"),
        decimal(
            "s_tax_precentage", 5, 2, "Sales tax rate at the store; the spelling is the specification's."
        ),
    ),
)

TABLES = (STORE_SALES, STORE_RETURNS, STORE)
