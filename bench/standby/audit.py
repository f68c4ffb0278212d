"""The database notes who takes a lease and who stores decisions: what it accepted is not taken from what servers say.

It also lets those wait who want to renew a lease and may not for now.

A decision is written under the lease of whoever has its table: that of the site, or that of the table server that the
table was handed to, as the database has it at that moment. A takeover waits for transactions that hold the lease, so a
trigger within one sees the number that the lease has when it is committed. Where a table is still handed to somebody
whose lease has another number by now, nobody may write. Each process calls itself by a name of its own.
"""

from bench.standby.members import SCHEMA, Site
from tests.server.stores import opened_at

APPLICATION = "current_setting('application_name')"
NOBODY = -1  # the number of a lease that nobody ever has
BEGIN = (
    "CREATE TABLE drill_held (scope text, fence bigint, application text, PRIMARY KEY (scope, fence))",
    "CREATE TABLE drill_written (scope text, fence bigint, application text)",
    f"""CREATE FUNCTION drill_hold() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        INSERT INTO {SCHEMA}.drill_held VALUES (new.scope, new.fence, {APPLICATION});
        RETURN NULL;
    END $$""",
    f"""CREATE FUNCTION drill_write() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        INSERT INTO {SCHEMA}.drill_written
            SELECT DISTINCT leases.scope, CASE WHEN placed.fence <> leases.fence THEN {NOBODY} ELSE leases.fence END,
                {APPLICATION}
            FROM added LEFT JOIN {SCHEMA}.matches USING (number)
                LEFT JOIN {SCHEMA}.placements AS placed USING (table_name)
                JOIN {SCHEMA}.leases ON leases.scope = coalesce(placed.scope, 'site');
        RETURN NULL;
    END $$""",
    "CREATE TABLE drill_waits (application text)",
    f"""CREATE FUNCTION drill_wait() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        WHILE EXISTS (SELECT FROM {SCHEMA}.drill_waits WHERE application = {APPLICATION}) LOOP
            PERFORM pg_sleep(0.02);
        END LOOP;
        RETURN NULL;
    END $$""",
    "CREATE TRIGGER drill_wait BEFORE UPDATE ON leases FOR EACH STATEMENT EXECUTE FUNCTION drill_wait()",
    """CREATE TRIGGER drill_hold AFTER UPDATE OF fence ON leases FOR EACH ROW
        WHEN (new.fence <> old.fence AND (new.scope = 'site' OR new.scope LIKE 'tables:%'))
        EXECUTE FUNCTION drill_hold()""",
    """CREATE TRIGGER drill_write AFTER INSERT ON decisions REFERENCING NEW TABLE AS added
        FOR EACH STATEMENT EXECUTE FUNCTION drill_write()""",
)
STALE = """
    SELECT count(*) FROM drill_written LEFT JOIN drill_held USING (scope, fence)
    WHERE drill_written.application IS DISTINCT FROM drill_held.application
"""
IDLE = "SELECT scope FROM drill_held EXCEPT SELECT scope FROM drill_written"


def begin(site: Site) -> None:
    """Note everything from now on."""
    import psycopg

    owner = site.owner
    with psycopg.connect(site.database, autocommit=True) as link:
        for statement in BEGIN:
            link.execute(statement.encode())
        link.execute(
            "INSERT INTO drill_held SELECT scope, fence, %s FROM leases WHERE scope = 'site'", (owner.application,)
        )


def count_stale(site: Site) -> int:
    """How many writes were accepted that were not for this process under the lease of whoever had the table."""
    with opened_at(site.database) as database:
        assert not database.execute(IDLE).fetchall(), "nothing was noted"
        return int(database.execute(STALE).fetchone()[0])
