"""Groups of columns that several tables of the benchmark share but for the prefix of their names."""

from __future__ import annotations

from .model import Column, date, decimal, integer, money, reference, text


def address(prefix: str, place: str) -> tuple[Column, ...]:
    """Make the ten columns of a postal address.

    Args:
        prefix: Prefix of the column names, for example `s`.
        place: What stands at the address, as it reads after "of the".

    Returns:
        The columns from the street number to the offset from GMT.
    """
    return (
        text(f"{prefix}_street_number", f"House number of the {place}."),
        text(f"{prefix}_street_name", f"Street of the {place}, without its type."),
        text(f"{prefix}_street_type", "Type of the street, such as `Ave` or `Boulevard`."),
        text(f"{prefix}_suite_number", f"Suite of the {place} inside the building."),
        text(f"{prefix}_city", f"City of the {place}."),
        text(f"{prefix}_county", f"County of the {place}."),
        text(f"{prefix}_state", f"State of the {place}, two letters."),
        text(f"{prefix}_zip", f"Postal code of the {place}."),
        text(f"{prefix}_country", f"Country of the {place}."),
        decimal(f"{prefix}_gmt_offset", 5, 2, f"Offset of the {place}'s local time from GMT, in hours."),
    )


def revision_dates(prefix: str, thing: str) -> tuple[Column, ...]:
    """Make the two columns that bound the life of one revision of a slowly changing dimension."""
    return (
        date(f"{prefix}_rec_start_date", f"First day on which this revision of the {thing} is valid."),
        date(
            f"{prefix}_rec_end_date", f"Last day of this revision of the {thing}; empty for the current one."
        ),
    )


def sale_measures(prefix: str, *, shipped: bool) -> tuple[Column, ...]:
    """Make the measures of one line of a sale.

    Args:
        prefix: Prefix of the column names, for example `ss`.
        shipped: Whether the channel ships, which brings the three columns of shipping amounts.

    Returns:
        The columns from the quantity to the net profit.
    """
    shipping_cost = (money(f"{prefix}_ext_ship_cost", "Cost of shipping the whole line."),)
    shipping_paid = (
        money(f"{prefix}_net_paid_inc_ship", "Net amount paid plus shipping, without tax."),
        money(
            f"{prefix}_net_paid_inc_ship_tax",
            "Net amount paid plus shipping and tax: what the customer is charged.",
        ),
    )
    return (
        integer(f"{prefix}_quantity", "Number of units on the line."),
        money(f"{prefix}_wholesale_cost", "What one unit costs us."),
        money(f"{prefix}_list_price", "List price of one unit."),
        money(f"{prefix}_sales_price", "Price of one unit after the discount."),
        money(
            f"{prefix}_ext_discount_amt",
            "Discount of the whole line: list price less sales price, times quantity.",
        ),
        money(f"{prefix}_ext_sales_price", "Sales price of the whole line."),
        money(f"{prefix}_ext_wholesale_cost", "Wholesale cost of the whole line."),
        money(f"{prefix}_ext_list_price", "List price of the whole line."),
        money(f"{prefix}_ext_tax", "Sales tax of the whole line."),
        money(f"{prefix}_coupon_amt", "Amount taken off the whole line by a coupon."),
        *(shipping_cost if shipped else ()),
        money(f"{prefix}_net_paid", "Sales price of the line less the coupon, before tax."),
        money(f"{prefix}_net_paid_inc_tax", "Net amount paid plus tax."),
        *(shipping_paid if shipped else ()),
        money(f"{prefix}_net_profit", "Net amount paid less wholesale cost; negative when sold at a loss."),
    )


def return_measures(
    prefix: str, *, amount: str = "return_amt", credit: str = "store_credit"
) -> tuple[Column, ...]:
    """Make the measures of one returned line.

    Args:
        prefix: Prefix of the column names, for example `sr`.
        amount: Name of the column of the returned amount, which one channel spells out.
        credit: Name of the column of the credit granted, which is a store's or an account's.

    Returns:
        The columns from the returned quantity to the net loss.
    """
    return (
        integer(f"{prefix}_return_quantity", "Number of units brought back."),
        money(f"{prefix}_{amount}", "Price of the units brought back, before tax."),
        money(f"{prefix}_return_tax", "Tax on the units brought back."),
        money(f"{prefix}_return_amt_inc_tax", "Price of the units brought back, with tax."),
        money(f"{prefix}_fee", "Handling fee charged for the return."),
        money(f"{prefix}_return_ship_cost", "Cost of shipping the units back."),
        money(f"{prefix}_refunded_cash", "Part of the refund paid out in cash."),
        money(f"{prefix}_reversed_charge", "Part of the refund put back on the customer's card."),
        money(f"{prefix}_{credit}", "Part of the refund granted as credit for later purchases."),
        money(f"{prefix}_net_loss", "What the return costs us in the end."),
    )


def party(prefix: str, role: str, who: str) -> tuple[Column, ...]:
    """Make the four references that describe one customer's part in an order or a return.

    Args:
        prefix: Prefix of the column names, for example `cs`.
        role: The part as the column names have it: `bill`, `ship`, `refunded` or `returning`.
        who: The customer in this part, as it reads after "of the".

    Returns:
        The references to customer, personal and household demographics, and address.
    """
    return (
        reference(f"{prefix}_{role}_customer_sk", "customer", f"The {who}"),
        reference(
            f"{prefix}_{role}_cdemo_sk",
            "customer_demographics",
            f"Personal profile of the {who} at that time",
        ),
        reference(
            f"{prefix}_{role}_hdemo_sk",
            "household_demographics",
            f"Household profile of the {who} at that time",
        ),
        reference(f"{prefix}_{role}_addr_sk", "customer_address", f"Address of the {who} at that time"),
    )
