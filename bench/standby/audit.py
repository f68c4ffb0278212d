"""The database notes who takes a lease and who stores decisions: what it accepted is not taken from what servers say.

It also lets those wait who want to renew a lease and may not for now.

A takeover waits for transactions that hold the lease, so a trigger within one sees the number that the lease has when
it is committed. Each process calls itself by a name of its own.
"""

from bench.standby.members import SCHEMA, Site
from tests.server.stores import opened_at

APPLICATION = "current_setting('application_name')"
BEGIN = (
    "CREATE TABLE drill_held (fence bigint PRIMARY KEY, application text)",
    "CREATE TABLE drill_written (fence bigint, application text)",
    f"""CREATE FUNCTION drill_hold() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        INSERT INTO {SCHEMA}.drill_held VALUES (new.fence, {APPLICATION});
        RETURN NULL;
    END $$""",
    f"""CREATE FUNCTION drill_write() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        INSERT INTO {SCHEMA}.drill_written SELECT fence, {APPLICATION} FROM {SCHEMA}.leases WHERE scope = 'site';
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
    "CREATE TRIGGER drill_hold AFTER UPDATE OF fence ON leases FOR EACH ROW EXECUTE FUNCTION drill_hold()",
    "CREATE TRIGGER drill_write AFTER INSERT ON decisions FOR EACH STATEMENT EXECUTE FUNCTION drill_write()",
)
STALE = """
    SELECT count(*) FROM drill_written JOIN drill_held USING (fence)
    WHERE drill_written.application <> drill_held.application
"""


def begin(site: Site) -> None:
    """Note everything from now on."""
    import psycopg

    owner = site.owner
    with psycopg.connect(site.database, autocommit=True) as link:
        for statement in BEGIN:
            link.execute(statement.encode())
        link.execute("INSERT INTO drill_held SELECT fence, %s FROM leases WHERE scope = 'site'", (owner.application,))


def count_stale(site: Site) -> int:
    """How many writes were accepted under a number that another process had."""
    with opened_at(site.database) as database:
        assert database.execute("SELECT count(*) FROM drill_written").fetchone()[0], "nothing was noted"
        return int(database.execute(STALE).fetchone()[0])
