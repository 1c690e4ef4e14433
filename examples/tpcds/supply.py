"""What is sold and how it moves: items, stock, warehouses, shipping, promotions and reasons for returns."""

from __future__ import annotations

from .families import address, revision_dates
from .model import Partition, Table, business_id, decimal, integer, key, money, reference, text

ITEM = Table(
    name="item",
    comment="Items on sale, with price, brand, class and category. A changed item gets a new row.",
    description="""\
The assortment of all channels. An item that changes, for example in `i_current_price`, gets a **new row**
with the same `i_item_id`; the current one is the row whose `i_rec_end_date` is empty:

```sql
SELECT * FROM lake.tpcds.item WHERE i_rec_end_date IS NULL
```

Categories hold classes, classes hold brands.""",
    key=("i_item_sk",),
    rows=18_000,
    row_bytes=281,
    partitions=(Partition("i_rec_start_date", "year"),),
    columns=(
        key("i_item_sk", "Key of one revision of an item."),
        business_id("i_item_id", "item"),
        *revision_dates("i", "item"),
        text("i_item_desc", "What the item is, in words."),
        money("i_current_price", "Price of one unit during this revision."),
        money("i_wholesale_cost", "What one unit costs us during this revision."),
        integer("i_brand_id", "Number of the brand."),
        text("i_brand", "Name of the brand."),
        integer("i_class_id", "Number of the class inside the category."),
        text("i_class", "Name of the class, such as `mens watch`."),
        integer("i_category_id", "Number of the category."),
        text("i_category", "Name of the category, such as `Jewelry`."),
        integer("i_manufact_id", "Number of the manufacturer."),
        text("i_manufact", "Name of the manufacturer."),
        text("i_size", "Size, such as `petite` or `extra large`."),
        text("i_formulation", "Code of the formulation or recipe."),
        text("i_color", "Color."),
        text("i_units", "Unit of measure, such as `Dozen` or `Ounce`."),
        text("i_container", "Kind of container."),
        integer("i_manager_id", "Number of the manager who looks after the item."),
        text("i_product_name", "Name of the product."),
    ),
)

INVENTORY = Table(
    name="inventory",
    comment="Stock on hand, counted weekly: one row for each item, warehouse and day of the count.",
    description="""\
The weekly count. Stock is a *level*: add it up over warehouses and items, **never over days**; take the
average or the last count instead.""",
    key=("inv_date_sk", "inv_item_sk", "inv_warehouse_sk"),
    rows=11_745_000,
    row_bytes=16,
    load="continuous",
    partitions=(Partition("inv_warehouse_sk"), Partition("inv_date_sk", "truncate[7]")),
    sort=("inv_date_sk", "inv_item_sk"),
    format_version=3,
    columns=(
        key("inv_date_sk", "Day of the count", references="date_dim"),
        key("inv_item_sk", "Item counted", references="item"),
        key("inv_warehouse_sk", "Warehouse in which it was counted", references="warehouse"),
        integer("inv_quantity_on_hand", "Number of units found; empty when they could not be counted."),
    ),
)

WAREHOUSE = Table(
    name="warehouse",
    comment="Warehouses from which catalog and web orders are shipped.",
    key=("w_warehouse_sk",),
    rows=5,
    row_bytes=117,
    columns=(
        key("w_warehouse_sk", "Key of the warehouse."),
        business_id("w_warehouse_id", "warehouse"),
        text("w_warehouse_name", "Name of the warehouse."),
        integer("w_warehouse_sq_ft", "Floor space in square feet."),
        *address("w", "warehouse"),
    ),
)

SHIP_MODE = Table(
    name="ship_mode",
    comment="Ways of shipping: type, carrier and contract.",
    key=("sm_ship_mode_sk",),
    rows=20,
    row_bytes=56,
    format_version=1,
    columns=(
        key("sm_ship_mode_sk", "Key of the way of shipping."),
        business_id("sm_ship_mode_id", "way of shipping"),
        text("sm_type", "Speed of the service, such as `OVERNIGHT` or `REGULAR`."),
        text("sm_code", "Means of transport, such as `AIR` or `SEA`."),
        text("sm_carrier", "Name of the carrier."),
        text("sm_contract", "Code of the contract with the carrier."),
    ),
)

PROMOTION = Table(
    name="promotion",
    comment="Promotions with period, cost, item and the channels in which they were advertised.",
    key=("p_promo_sk",),
    rows=300,
    row_bytes=124,
    columns=(
        key("p_promo_sk", "Key of the promotion."),
        business_id("p_promo_id", "promotion"),
        reference("p_start_date_sk", "date_dim", "First day of the promotion"),
        reference("p_end_date_sk", "date_dim", "Last day of the promotion"),
        reference("p_item_sk", "item", "Item promoted"),
        decimal("p_cost", 15, 2, "What the promotion costs."),
        integer("p_response_target", "Number of answers hoped for."),
        text("p_promo_name", "Name of the promotion."),
        text("p_channel_dmail", "`Y` when advertised by direct mail, else `N`."),
        text("p_channel_email", "`Y` when advertised by e-mail, else `N`."),
        text("p_channel_catalog", "`Y` when advertised in the catalog, else `N`."),
        text("p_channel_tv", "`Y` when advertised on television, else `N`."),
        text("p_channel_radio", "`Y` when advertised on the radio, else `N`."),
        text("p_channel_press", "`Y` when advertised in the press, else `N`."),
        text("p_channel_event", "`Y` when advertised at an event, else `N`."),
        text("p_channel_demo", "`Y` when shown in a demonstration, else `N`."),
        text("p_channel_details", "The advertising in words."),
        text("p_purpose", "What the promotion is for."),
        text("p_discount_active", "`Y` while the discount can be had, else `N`."),
    ),
)

REASON = Table(
    name="reason",
    comment="Reasons that customers give for a return.",
    key=("r_reason_sk",),
    rows=35,
    row_bytes=38,
    columns=(
        key("r_reason_sk", "Key of the reason."),
        business_id("r_reason_id", "reason"),
        text("r_reason_desc", "The reason in words, such as `Did not fit`."),
    ),
)

TABLES = (ITEM, INVENTORY, WAREHOUSE, SHIP_MODE, PROMOTION, REASON)
