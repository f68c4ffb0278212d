"""The keys that sign the files of this server: secret ones in its database, public ones for everybody."""

import secrets
import time
from datetime import UTC, date, datetime

from bussolotto.fair.hashes import HASH_BYTES
from bussolotto.fair.signature import Signer
from bussolotto.server.store import fair_rows
from bussolotto.server.store.database import Store

LASTS_DAYS = 365  # a key signs for so long; then a new one is made at the next start


class Signatures:
    """The keys of one server. `public`: the day since when each is used, and the public key; the oldest first."""

    def __init__(self, keys: list[fair_rows.SigningKey]) -> None:
        signers = [(key.since, Signer(key.secret)) for key in keys]
        self.public = [(since, signer.public) for since, signer in signers]
        self.signer = signers[-1][1]


async def open_signatures(store: Store) -> Signatures:
    """Read the keys of this database. If the newest is old, or there is none, a new one is made."""
    keys, today = fair_rows.list_signing_keys(store), datetime.fromtimestamp(time.time(), UTC).date()
    if not keys or (today - date.fromisoformat(keys[-1].since)).days >= LASTS_DAYS:
        await store.run(fair_rows.insert_signing_key(today.isoformat(), secrets.token_bytes(HASH_BYTES)))
        keys = fair_rows.list_signing_keys(store)
    return Signatures(keys)
