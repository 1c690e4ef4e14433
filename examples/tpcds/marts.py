"""The views: what analysts read instead of joining the base tables themselves."""

from __future__ import annotations

from .model import BASE, Column, View, date, decimal, integer, long, text, total

DAILY_STORE_SALES = View(
    name="daily_store_sales",
    namespace=BASE,
    comment="Receipts, units and amounts of each store and day.",
    dialects=("spark", "trino"),
    columns=(
        date("sold_on", "Day of the sales."),
        text("store_id", "Store, by its identifier in the business."),
        text("store_name", "Name on the sign on that day."),
        long("receipts", "Number of receipts printed."),
        long("units", "Number of units sold."),
        total("net_paid", "Amount paid after coupons, before tax."),
        total("net_profit", "Amount paid less wholesale cost."),
    ),
)

HOURLY_STORE_TRAFFIC = View(
    name="hourly_store_traffic",
    comment="When the tills are busy: receipts of each store by day of the week and hour.",
    dialects=("spark",),
    columns=(
        text("store_id", "Store, by its identifier in the business."),
        text("day_name", "Day of the week."),
        integer("hour_of_day", "Hour, 0 to 23."),
        long("receipts", "Number of receipts printed in that hour, over all weeks."),
        decimal("average_line_price", 9, 2, "Average sales price of a line of a receipt."),
    ),
)

MONTHLY_SALES_BY_CHANNEL = View(
    name="monthly_sales_by_channel",
    earlier_dialects=("spark",),
    comment="Units and amounts of each month, for the store, catalog and web channels side by side.",
    description="""\
The three channels in one shape, month by month. `channel` is one of `store`, `catalog` and `web`.

Months are those of the **order**, not of the shipment; returns aren't taken off.""",
    dialects=("spark", "trino"),
    columns=(
        text("channel", "Channel: `store`, `catalog` or `web`."),
        integer("calendar_year", "Year of the sale."),
        integer("month_of_year", "Month of the sale, 1 to 12."),
        long("units", "Number of units sold."),
        total("net_paid", "Amount paid after coupons, before tax and shipping."),
        total("net_profit", "Amount paid less wholesale cost."),
    ),
)

TOP_ITEMS = View(
    name="top_items",
    comment="The hundred items of each category that earn most, over all channels.",
    dialects=("spark",),
    columns=(
        text("category", "Category of the item."),
        integer("rank_in_category", "Place by amount paid, 1 for the first; equal amounts share a place."),
        text("item_id", "Item, by its identifier in the business: all its revisions together."),
        text("product_name", "Name of the product."),
        text("brand", "Name of the brand."),
        long("units", "Number of units sold."),
        total("net_paid", "Amount paid after coupons, before tax and shipping."),
    ),
)

RETURNS_RATE_BY_REASON = View(
    name="returns_rate_by_reason",
    comment="How much of what each channel sells comes back, and why.",
    dialects=("spark",),
    columns=(
        text("channel", "Channel: `store`, `catalog` or `web`."),
        text("reason_id", "Reason, by its identifier in the business."),
        text("reason", "The reason in words."),
        long("lines_returned", "Number of lines brought back for this reason."),
        long("units_returned", "Number of units brought back for this reason."),
        decimal(
            "percent_of_units_sold", 7, 4, "Units returned in percent of all units that the channel sold."
        ),
        total("net_loss", "What these returns cost us."),
    ),
)

PROMOTION_EFFECT = View(
    name="promotion_effect",
    comment="What each promotion cost and what it brought in the stores.",
    dialects=("trino",),
    columns=(
        text("promotion_id", "Promotion, by its identifier in the business."),
        text("promotion_name", "Name of the promotion."),
        text("purpose", "What the promotion was for."),
        date("starts_on", "First day."),
        date("ends_on", "Last day."),
        decimal("cost", 15, 2, "What the promotion cost."),
        long("lines_sold", "Number of lines of receipts to which it applied."),
        total("discount", "Discounts granted on these lines."),
        total("net_profit", "Net profit of these lines; empty when nothing was sold."),
        decimal("gain", 18, 2, "Net profit less cost of the promotion; negative when it did not pay."),
    ),
)

INVENTORY_TURNOVER = View(
    name="inventory_turnover",
    comment="How often each warehouse turns over its stock of a category in a year.",
    description="""\
Units shipped in a year over the average of the weekly counts:

```
turnover = units_shipped / average_units_on_hand
```

A turnover below `1` means that a year's shipments don't empty the shelves once.""",
    dialects=("spark",),
    columns=(
        text("warehouse_id", "Warehouse, by its identifier in the business."),
        text("warehouse_name", "Name of the warehouse."),
        text("category", "Category of the items."),
        integer("calendar_year", "Year of the counts and shipments."),
        decimal("average_units_on_hand", 15, 1, "Average over the weekly counts of the units on hand."),
        long("units_shipped", "Number of units shipped for catalog and web orders."),
        decimal(
            "turnover", 9, 3, "Units shipped over average units on hand; empty when nothing was shipped."
        ),
    ),
)

CUSTOMER_LIFETIME_VALUE = View(
    name="customer_lifetime_value",
    comment="What each customer has bought so far in all channels.",
    description="""\
One row for each customer with at least one purchase. Purchases count for the customer **billed**, so a
present counts for the giver. Receipts without a known customer are left out: the totals are lower than
those of `monthly_sales_by_channel`.""",
    dialects=("spark", "trino"),
    columns=(
        long("customer_sk", "Customer, by the key of `customer`."),
        text("customer_id", "Customer, by the identifier in the business."),
        long("orders", "Number of receipts and orders."),
        long("channels_used", "Number of channels used, 1 to 3."),
        date("first_purchase_on", "Day of the first purchase."),
        date("last_purchase_on", "Day of the last purchase."),
        total("lifetime_net_paid", "Amount paid so far, after coupons, before tax and shipping."),
        total("lifetime_net_profit", "Net profit made with the customer so far."),
    ),
)

_PROFILE: tuple[Column, ...] = (
    text("gender", "`F` or `M`."),
    text("marital_status", "`D` divorced, `M` married, `S` single, `U` unknown, `W` widowed."),
    text("education", "Highest education."),
    text("credit_rating", "Credit rating."),
    text("buy_potential", "Expected spending of the household as a range."),
    integer("income_from", "Lower end of the household's income band."),
    integer("income_to", "Upper end of the household's income band."),
)

CUSTOMER_360 = View(
    name="customer_360",
    comment="Everything known about a customer in one row: contact, home, profile and value.",
    dialects=("spark",),
    columns=(
        text("customer_id", "Customer, by the identifier in the business."),
        text("full_name", "Salutation, given name and family name."),
        text("email", "E-mail address."),
        Column("is_preferred", "boolean", "Whether the customer is a preferred one."),
        text("city", "City of the current address."),
        text("state", "State of the current address."),
        text("country", "Country of the current address."),
        *_PROFILE,
        long("orders", "Number of receipts and orders; 0 when nothing was bought."),
        date("last_purchase_on", "Day of the last purchase."),
        total("lifetime_net_paid", "Amount paid so far."),
        total("lifetime_net_profit", "Net profit made with the customer so far."),
    ),
)

HOUSEHOLD_SPENDING = View(
    name="household_spending",
    comment="Spending by state and income band, for planning campaigns without personal data.",
    dialects=("spark",),
    columns=(
        text("country", "Country of the households."),
        text("state", "State of the households."),
        integer("income_from", "Lower end of the income band."),
        integer("income_to", "Upper end of the income band."),
        long("customers", "Number of customers with at least one purchase."),
        long("orders", "Number of their receipts and orders."),
        decimal("average_net_paid", 13, 2, "Average amount that one customer has paid so far."),
    ),
)

VIEWS = (
    DAILY_STORE_SALES,
    HOURLY_STORE_TRAFFIC,
    MONTHLY_SALES_BY_CHANNEL,
    TOP_ITEMS,
    RETURNS_RATE_BY_REASON,
    PROMOTION_EFFECT,
    INVENTORY_TURNOVER,
    CUSTOMER_LIFETIME_VALUE,
    CUSTOMER_360,
    HOUSEHOLD_SPENDING,
)
