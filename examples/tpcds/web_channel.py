"""The web channel: orders from the web sites, what is sent back, the sites and their pages."""

from __future__ import annotations

from .families import address, party, return_measures, revision_dates, sale_measures
from .model import Partition, Table, business_id, decimal, integer, key, reference, text

WEB_SALES = Table(
    name="web_sales",
    comment="Sales on the web sites, one row for each line of an order.",
    description="""\
One row for each line of a web order; an order is all rows of one `ws_order_number`.

- `ws_web_site_sk` tells *where* the order was placed, `ws_web_page_sk` the page the buyer came from.
- `ws_bill_…` is the customer who pays, `ws_ship_…` the one who gets the parcel.
- What the customer is charged in the end is `ws_net_paid_inc_ship_tax`.""",
    key=("ws_item_sk", "ws_order_number"),
    rows=719_384,
    row_bytes=226,
    load="continuous",
    partitions=(Partition("ws_web_site_sk"), Partition("ws_sold_date_sk", "truncate[30]")),
    sort=("ws_sold_date_sk",),
    columns=(
        reference("ws_sold_date_sk", "date_dim", "Day of the order"),
        reference("ws_sold_time_sk", "time_dim", "Time of the order"),
        reference("ws_ship_date_sk", "date_dim", "Day on which the line was shipped"),
        key("ws_item_sk", "Item ordered", references="item"),
        *party("ws", "bill", "customer billed"),
        *party("ws", "ship", "customer shipped to"),
        reference("ws_web_page_sk", "web_page", "Page from which the item was ordered"),
        reference("ws_web_site_sk", "web_site", "Site on which the order was placed"),
        reference("ws_ship_mode_sk", "ship_mode", "How the line was shipped"),
        reference("ws_warehouse_sk", "warehouse", "Warehouse that shipped the line"),
        reference("ws_promo_sk", "promotion", "Promotion that applied to the line"),
        key("ws_order_number", "Number of the order."),
        *sale_measures("ws", shipped=True),
    ),
)

WEB_RETURNS = Table(
    name="web_returns",
    comment="Web goods sent back, one row for each returned line of an order.",
    description="""\
One row for each returned line of a web order. `wr_item_sk` and `wr_order_number` lead back to `web_sales`.

Unlike in the other channels, credit goes to the customer's account: `wr_account_credit`.""",
    key=("wr_item_sk", "wr_order_number"),
    rows=71_763,
    row_bytes=162,
    load="continuous",
    partitions=(Partition("wr_returned_date_sk"),),
    columns=(
        reference("wr_returned_date_sk", "date_dim", "Day of the return"),
        reference("wr_returned_time_sk", "time_dim", "Time of the return"),
        key("wr_item_sk", "Item sent back", references="item"),
        *party("wr", "refunded", "customer refunded"),
        *party("wr", "returning", "customer who sent it back"),
        reference("wr_web_page_sk", "web_page", "Page on which the return was announced"),
        reference("wr_reason_sk", "reason", "Reason given"),
        key("wr_order_number", "Number of the order."),
        *return_measures("wr", credit="account_credit"),
    ),
)

WEB_SITE = Table(
    name="web_site",
    comment="Web sites with management, market and company address. A changed site gets a new row.",
    key=("web_site_sk",),
    rows=30,
    row_bytes=292,
    columns=(
        key("web_site_sk", "Key of one revision of a web site."),
        business_id("web_site_id", "web site"),
        *revision_dates("web", "web site"),
        text("web_name", "Name of the site."),
        reference("web_open_date_sk", "date_dim", "Day on which the site went live"),
        reference("web_close_date_sk", "date_dim", "Day on which the site was taken down"),
        text("web_class", "Class of the site."),
        text("web_manager", "Name of the site's manager."),
        integer("web_mkt_id", "Number of the market served."),
        text("web_mkt_class", "Class of the market in words."),
        text("web_mkt_desc", "The market in words."),
        text("web_market_manager", "Name of the market's manager."),
        integer("web_company_id", "Number of the company that runs the site."),
        text("web_company_name", "Name of the company that runs the site."),
        *address("web", "company behind the site"),
        decimal("web_tax_percentage", 5, 2, "Sales tax rate that the site charges."),
    ),
)

WEB_PAGE = Table(
    name="web_page",
    comment="Pages of the web sites with type, age and measurements. A changed page gets a new row.",
    key=("wp_web_page_sk",),
    rows=60,
    row_bytes=96,
    format_version=3,
    columns=(
        key("wp_web_page_sk", "Key of one revision of a page."),
        business_id("wp_web_page_id", "page"),
        *revision_dates("wp", "page"),
        reference("wp_creation_date_sk", "date_dim", "Day on which the page was made"),
        reference("wp_access_date_sk", "date_dim", "Day on which the page was last visited"),
        text("wp_autogen_flag", "`Y` when a program makes the page, else `N`."),
        reference("wp_customer_sk", "customer", "Customer for whom the page was made"),
        text("wp_url", "Address of the page."),
        text("wp_type", "Type of the page, such as `order`, `review` or `welcome`."),
        integer("wp_char_count", "Number of characters on the page."),
        integer("wp_link_count", "Number of links on the page."),
        integer("wp_image_count", "Number of images on the page."),
        integer("wp_max_ad_count", "Number of advertisements that fit on the page."),
    ),
)

TABLES = (WEB_SALES, WEB_RETURNS, WEB_SITE, WEB_PAGE)
