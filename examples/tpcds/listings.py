"""Teams, listings and the installation itself: who shares what."""

from __future__ import annotations

from .model import Listing, Team

INSTALLATION = {
    "id": "demo",
    "name": "Demo retail exchange",
    "description": (
        "A retailer that sells in **stores**, by **catalog** and on the **web** shares its sales, stock and "
        "customer data.\n\n"
        "The tables are those of the TPC-DS benchmark at scale factor 1; everything else is made up."
    ),
    "portalUrl": "https://portal.example.com",
}

STORE_OPERATIONS = Team(
    team="store-operations",
    display_name="Store operations",
    email="store-operations@example.com",
    description="Runs the stores and the warehouses. Ask us about receipts, returns and stock.",
)
DIRECT_SALES = Team(
    team="direct-sales",
    display_name="Direct sales",
    email="direct-sales@example.com",
    description="Sells by catalog and on the web. Ask us about orders, shipping, call centers and web sites.",
)
ANALYTICS_PLATFORM = Team(
    team="analytics-platform",
    display_name="Analytics platform",
    email="analytics-platform@example.com",
    description="Looks after the *shared* dimensions, customer data and the marts for all reports.",
)

LISTINGS = (
    Listing(
        id="store-sales",
        version="7",
        name="Store sales",
        updated_at="2026-11-16T09:30:00Z",
        owners=(STORE_OPERATIONS,),
        tags=("certified", "finance", "stores"),
        tables=(
            "store_sales",
            "store_returns",
            "store",
            "customer",
            "date_dim",
            "household_demographics",
            "item",
            "promotion",
            "reason",
            "time_dim",
        ),
        views=("daily_store_sales", "hourly_store_traffic", "promotion_effect", "top_items"),
    ),
    Listing(
        id="catalog-sales",
        version="4",
        name="Catalog sales",
        updated_at="2026-10-05T14:00:00Z",
        owners=(DIRECT_SALES,),
        tags=("finance", "mail-order"),
        tables=(
            "catalog_sales",
            "catalog_returns",
            "catalog_page",
            "call_center",
            "customer",
            "date_dim",
            "item",
            "promotion",
            "reason",
            "ship_mode",
            "warehouse",
        ),
        views=("monthly_sales_by_channel",),
    ),
    Listing(
        id="web-sales",
        version="12",
        name="Web sales",
        updated_at="2026-11-24T07:45:00Z",
        owners=(DIRECT_SALES,),
        tags=("certified", "finance", "e-commerce"),
        tables=(
            "web_sales",
            "web_returns",
            "web_site",
            "web_page",
            "customer",
            "date_dim",
            "item",
            "promotion",
            "reason",
            "ship_mode",
            "time_dim",
            "warehouse",
        ),
        views=("monthly_sales_by_channel", "returns_rate_by_reason"),
    ),
    Listing(
        id="inventory-and-warehouses",
        version="3",
        name="Inventory & warehouses",
        updated_at="2026-09-21T11:15:00Z",
        owners=(STORE_OPERATIONS, DIRECT_SALES),
        tags=("logistics",),
        tables=("inventory", "warehouse", "ship_mode", "item", "date_dim"),
        views=("inventory_turnover",),
    ),
    Listing(
        id="customer-insight",
        version="9",
        name="Customer insight",
        updated_at="2026-11-27T16:20:00Z",
        owners=(ANALYTICS_PLATFORM,),
        tags=("certified", "marketing", "personal-data"),
        tables=(
            "customer",
            "customer_address",
            "customer_demographics",
            "household_demographics",
            "income_band",
        ),
        views=("customer_360", "customer_lifetime_value", "household_spending"),
    ),
    Listing(
        id="shared-dimensions",
        version="5",
        name="Shared dimensions",
        updated_at="2026-08-03T08:00:00Z",
        owners=(ANALYTICS_PLATFORM,),
        tags=("certified", "reference-data"),
        tables=(
            "date_dim",
            "time_dim",
            "item",
            "promotion",
            "reason",
            "ship_mode",
            "customer_demographics",
            "household_demographics",
            "income_band",
        ),
        views=(),
    ),
)
