"""Customers, where they live, and the profiles by which they are grouped."""

from __future__ import annotations

from .families import address
from .model import Partition, Table, business_id, identifier, integer, key, reference, text

CUSTOMER = Table(
    name="customer",
    comment="Customers of all three channels, with their current address and profiles.",
    description="""\
One row for each customer, whatever the channel.

The three `c_current_…` columns point to *today's* address and profiles; the sales tables keep those of the
day of the sale.

> Names, birthdays and e-mail addresses are **personal data**: ask `analytics-platform@example.com` before you
> export them.""",
    key=("c_customer_sk",),
    rows=100_000,
    row_bytes=132,
    partitions=(Partition("c_customer_sk", "bucket[4]"),),
    sort=("c_customer_sk",),
    added_later=("c_last_review_date_sk",),
    columns=(
        key("c_customer_sk", "Key of the customer."),
        business_id("c_customer_id", "customer"),
        reference("c_current_cdemo_sk", "customer_demographics", "Current personal profile"),
        reference("c_current_hdemo_sk", "household_demographics", "Current household profile"),
        reference("c_current_addr_sk", "customer_address", "Current address"),
        reference("c_first_shipto_date_sk", "date_dim", "Day of the first parcel to the customer"),
        reference("c_first_sales_date_sk", "date_dim", "Day of the first purchase"),
        text("c_salutation", "How to address the customer, such as `Dr.` or `Ms.`."),
        text("c_first_name", "Given name."),
        text("c_last_name", "Family name."),
        text("c_preferred_cust_flag", "`Y` for a preferred customer, else `N`."),
        integer("c_birth_day", "Day of the month of the birthday, 1 to 31."),
        integer("c_birth_month", "Month of the birthday, 1 to 12."),
        integer("c_birth_year", "Year of birth."),
        text("c_birth_country", "Country of birth."),
        text("c_login", "Login name on the web sites."),
        text("c_email_address", "E-mail address."),
        identifier(
            "c_last_review_date_sk", "Day on which the record was last reviewed, numbered as in `date_dim`."
        ),
    ),
)

CUSTOMER_ADDRESS = Table(
    name="customer_address",
    comment="Postal addresses of customers; one address may serve several of them.",
    key=("ca_address_sk",),
    rows=50_000,
    row_bytes=110,
    partitions=(Partition("ca_state"),),
    columns=(
        key("ca_address_sk", "Key of the address."),
        business_id("ca_address_id", "address"),
        *address("ca", "customer"),
        text("ca_location_type", "Kind of dwelling, such as `apartment` or `single family`."),
    ),
)

CUSTOMER_DEMOGRAPHICS = Table(
    name="customer_demographics",
    comment="Personal profiles: each combination of attributes is one row, shared by the customers it fits.",
    key=("cd_demo_sk",),
    rows=1_920_800,
    row_bytes=42,
    columns=(
        key("cd_demo_sk", "Key of the combination."),
        text("cd_gender", "`F` or `M`."),
        text("cd_marital_status", "`D` divorced, `M` married, `S` single, `U` unknown, `W` widowed."),
        text("cd_education_status", "Highest education, such as `College` or `Advanced Degree`."),
        integer("cd_purchase_estimate", "Expected purchases, in steps of 500."),
        text("cd_credit_rating", "Credit rating, such as `Good` or `High Risk`."),
        integer("cd_dep_count", "Number of dependants."),
        integer("cd_dep_employed_count", "Number of dependants in work."),
        integer("cd_dep_college_count", "Number of dependants at college."),
    ),
)

HOUSEHOLD_DEMOGRAPHICS = Table(
    name="household_demographics",
    comment="Household profiles: each combination of the attributes is one row.",
    key=("hd_demo_sk",),
    rows=7_200,
    row_bytes=21,
    columns=(
        key("hd_demo_sk", "Key of the combination."),
        reference("hd_income_band_sk", "income_band", "Income of the household"),
        text("hd_buy_potential", "Expected spending as a range, such as `501-1000`."),
        integer("hd_dep_count", "Number of dependants in the household."),
        integer("hd_vehicle_count", "Number of cars; -1 when not known."),
    ),
)

INCOME_BAND = Table(
    name="income_band",
    comment="Twenty bands of yearly income.",
    key=("ib_income_band_sk",),
    rows=20,
    row_bytes=16,
    format_version=1,
    single_schema_form=True,
    columns=(
        key("ib_income_band_sk", "Key of the band, counted upwards with the income."),
        integer("ib_lower_bound", "Lower end of the band."),
        integer("ib_upper_bound", "Upper end of the band."),
    ),
)

TABLES = (CUSTOMER, CUSTOMER_ADDRESS, CUSTOMER_DEMOGRAPHICS, HOUSEHOLD_DEMOGRAPHICS, INCOME_BAND)
