"""The catalog channel: orders by telephone and mail, returns, printed pages and call centers."""

from __future__ import annotations

from .families import address, party, return_measures, revision_dates, sale_measures
from .model import Partition, Table, business_id, decimal, integer, key, reference, text

CATALOG_SALES = Table(
    name="catalog_sales",
    comment="Sales from the printed catalog, one row for each line of an order.",
    description="""\
One row for each line of a catalog order; an order is all rows of one `cs_order_number`.

Two customers may take part in an order:

- the one **billed** (`cs_bill_…`), who pays
- the one **shipped to** (`cs_ship_…`), who gets the parcel, for example when it is a present

For questions such as *who spends how much*, join on `cs_bill_customer_sk`.""",
    key=("cs_item_sk", "cs_order_number"),
    rows=1_441_548,
    row_bytes=226,
    load="continuous",
    partitions=(Partition("cs_sold_date_sk", "truncate[30]"),),
    was_unpartitioned=True,
    sort=("cs_sold_date_sk",),
    columns=(
        reference("cs_sold_date_sk", "date_dim", "Day of the order"),
        reference("cs_sold_time_sk", "time_dim", "Time of the order"),
        reference("cs_ship_date_sk", "date_dim", "Day on which the line was shipped"),
        *party("cs", "bill", "customer billed"),
        *party("cs", "ship", "customer shipped to"),
        reference("cs_call_center_sk", "call_center", "Call center that took the order"),
        reference("cs_catalog_page_sk", "catalog_page", "Page from which the item was ordered"),
        reference("cs_ship_mode_sk", "ship_mode", "How the line was shipped"),
        reference("cs_warehouse_sk", "warehouse", "Warehouse that shipped the line"),
        key("cs_item_sk", "Item ordered", references="item"),
        reference("cs_promo_sk", "promotion", "Promotion that applied to the line"),
        key("cs_order_number", "Number of the order."),
        *sale_measures("cs", shipped=True),
    ),
)

CATALOG_RETURNS = Table(
    name="catalog_returns",
    comment="Catalog goods sent back, one row for each returned line of an order.",
    description="""\
One row for each returned line of a catalog order. `cr_item_sk` and `cr_order_number` lead back to
`catalog_sales`.

The customer who gets the money (`cr_refunded_…`) isn't always the one who sends the parcel
(`cr_returning_…`).""",
    key=("cr_item_sk", "cr_order_number"),
    rows=144_067,
    row_bytes=166,
    load="continuous",
    partitions=(Partition("cr_item_sk", "bucket[8]"),),
    columns=(
        reference("cr_returned_date_sk", "date_dim", "Day of the return"),
        reference("cr_returned_time_sk", "time_dim", "Time of the return"),
        key("cr_item_sk", "Item sent back", references="item"),
        *party("cr", "refunded", "customer refunded"),
        *party("cr", "returning", "customer who sent it back"),
        reference("cr_call_center_sk", "call_center", "Call center that handled the return"),
        reference("cr_catalog_page_sk", "catalog_page", "Page from which the item had been ordered"),
        reference("cr_ship_mode_sk", "ship_mode", "How it was sent back"),
        reference("cr_warehouse_sk", "warehouse", "Warehouse that took it back"),
        reference("cr_reason_sk", "reason", "Reason given"),
        key("cr_order_number", "Number of the order."),
        *return_measures("cr", amount="return_amount"),
    ),
)

CATALOG_PAGE = Table(
    name="catalog_page",
    comment="Pages of the printed catalogs, with department, period and text.",
    key=("cp_catalog_page_sk",),
    rows=11_718,
    row_bytes=139,
    columns=(
        key("cp_catalog_page_sk", "Key of the page."),
        business_id("cp_catalog_page_id", "page"),
        reference("cp_start_date_sk", "date_dim", "First day on which the page is in the mail"),
        reference("cp_end_date_sk", "date_dim", "Last day on which orders from the page are taken"),
        text("cp_department", "Department whose goods the page shows."),
        integer("cp_catalog_number", "Number of the catalog."),
        integer("cp_catalog_page_number", "Number of the page inside its catalog."),
        text("cp_description", "What the page says."),
        text("cp_type", "How often the catalog appears, such as `quarterly`."),
    ),
)

CALL_CENTER = Table(
    name="call_center",
    comment="Call centers that take catalog orders. A changed call center gets a new row.",
    key=("cc_call_center_sk",),
    rows=6,
    row_bytes=305,
    columns=(
        key("cc_call_center_sk", "Key of one revision of a call center."),
        business_id("cc_call_center_id", "call center"),
        *revision_dates("cc", "call center"),
        reference("cc_closed_date_sk", "date_dim", "Day on which the call center was closed for good"),
        reference("cc_open_date_sk", "date_dim", "Day on which the call center was opened"),
        text("cc_name", "Name of the call center."),
        text("cc_class", "Size class, such as `small` or `large`."),
        integer("cc_employees", "Number of people employed."),
        integer("cc_sq_ft", "Floor space in square feet."),
        text("cc_hours", "Hours in which calls are taken, such as `8AM-8AM`."),
        text("cc_manager", "Name of the call center's manager."),
        integer("cc_mkt_id", "Number of the market served."),
        text("cc_mkt_class", "Class of the market in words."),
        text("cc_mkt_desc", "The market in words."),
        text("cc_market_manager", "Name of the market's manager."),
        integer("cc_division", "Number of the division."),
        text("cc_division_name", "Name of the division."),
        integer("cc_company", "Number of the company that runs the call center."),
        text("cc_company_name", "Name of the company that runs the call center."),
        *address("cc", "call center"),
        decimal("cc_tax_percentage", 5, 2, "Sales tax rate at the call center."),
    ),
)

TABLES = (CATALOG_SALES, CATALOG_RETURNS, CATALOG_PAGE, CALL_CENTER)
