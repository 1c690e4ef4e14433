"""The calendar and the clock to which all facts refer."""

from __future__ import annotations

from .model import Column, Partition, Table, business_id, date, integer, key, text

_PERIODS = ("day", "week", "month", "quarter", "year")


def _current_flags() -> tuple[Column, ...]:
    """Make the five flags that mark the days of the current day, week, month, quarter and year."""
    return tuple(
        text(f"d_current_{period}", f"`Y` when in the current {period}, else `N`.") for period in _PERIODS
    )


DATE_DIM = Table(
    name="date_dim",
    comment="The calendar, one row for each day from 1900 to 2100, with fiscal periods and holidays.",
    description="""\
The calendar of all facts. `d_date_sk` is the **Julian day number**, so the difference of two keys is a
number of days.

The running numbers `d_week_seq`, `d_month_seq` and `d_quarter_seq` make it easy to compare with the period
before: `d_month_seq - 12` is the same month a year ago.""",
    key=("d_date_sk",),
    rows=73_049,
    row_bytes=141,
    partitions=(Partition("d_date", "year"),),
    sort=("d_date",),
    columns=(
        key("d_date_sk", "Key of the day: its Julian day number."),
        business_id("d_date_id", "day"),
        date("d_date", "The day as a date."),
        integer("d_month_seq", "Running number of the month since January 1900."),
        integer("d_week_seq", "Running number of the week since January 1900."),
        integer("d_quarter_seq", "Running number of the quarter since January 1900."),
        integer("d_year", "Calendar year."),
        integer("d_dow", "Day of the week, 0 for Sunday to 6."),
        integer("d_moy", "Month of the year, 1 to 12."),
        integer("d_dom", "Day of the month, 1 to 31."),
        integer("d_qoy", "Quarter of the year, 1 to 4."),
        integer("d_fy_year", "Fiscal year."),
        integer("d_fy_quarter_seq", "Running number of the fiscal quarter."),
        integer("d_fy_week_seq", "Running number of the fiscal week."),
        text("d_day_name", "Name of the day of the week."),
        text("d_quarter_name", "Name of the quarter, such as `2001Q3`."),
        text("d_holiday", "`Y` on a holiday, else `N`."),
        text("d_weekend", "`Y` at the weekend, else `N`."),
        text("d_following_holiday", "`Y` on the day after a holiday, else `N`."),
        integer("d_first_dom", "Key of the first day of this month."),
        integer("d_last_dom", "Key of the last day of this month."),
        integer("d_same_day_ly", "Key of the same day last year."),
        integer("d_same_day_lq", "Key of the same day last quarter."),
        *_current_flags(),
    ),
)

TIME_DIM = Table(
    name="time_dim",
    comment="The clock, one row for each second of a day, with shifts and meal times.",
    key=("t_time_sk",),
    rows=86_400,
    row_bytes=59,
    columns=(
        key("t_time_sk", "Key of the second: seconds since midnight."),
        business_id("t_time_id", "second"),
        integer("t_time", "Seconds since midnight."),
        integer("t_hour", "Hour, 0 to 23."),
        integer("t_minute", "Minute, 0 to 59."),
        integer("t_second", "Second, 0 to 59."),
        text("t_am_pm", "`AM` or `PM`."),
        text("t_shift", "Shift of work: `first`, `second` or `third`."),
        text("t_sub_shift", "Part of the day, such as `morning` or `evening`."),
        text("t_meal_time", "Meal of that time, such as `breakfast`; empty between meals."),
    ),
)

TABLES = (DATE_DIM, TIME_DIM)
