"""House rules under a name: saving them, handing them on, forgetting them."""

from litestar import delete, get, post

from bussolotto.server.bodies import NewPreset, PresetView
from bussolotto.server.gate import Visitor
from bussolotto.server.house import House
from bussolotto.server.presets import Preset
from bussolotto.server.routes import HttpRequest, Name, base_of


@post("/api/presets", summary="Keep house rules under a name, in place of my older ones of that name")
async def save(house: House, visitor: Visitor, request: HttpRequest, data: NewPreset) -> PresetView:
    guest = await visitor.enter()
    found = await house.presets.save(guest, data.game, data.name, data.options, data.seats)
    return _told(house, found, guest, base_of(request))


@get("/api/presets/{preset:str}", summary="House rules that somebody hands on")
async def show(house: House, visitor: Visitor, request: HttpRequest, preset: Name) -> PresetView:
    return _told(house, house.presets.find(preset), visitor.guest, base_of(request))


@get("/api/me/presets", summary="My house rules, by game and name")
async def mine(house: House, visitor: Visitor, request: HttpRequest) -> list[PresetView]:
    found = house.presets.of_guest(visitor.guest)
    return [_told(house, preset, visitor.guest, base_of(request)) for preset in found]


@delete("/api/presets/{preset:str}", summary="Forget my house rules")
async def forget(house: House, visitor: Visitor, preset: Name) -> None:
    await house.presets.remove(visitor.guest, preset)


HANDLERS = [save, show, mine, forget]


def _told(house: House, found: Preset, guest: str | None, base: str) -> PresetView:
    return PresetView(
        preset=found.preset,
        link=f"{house.base_url or base}/p/{found.preset}",
        game=found.game,
        name=found.name,
        by=house.guests.name(found.guest),
        mine=found.guest == guest,
        rules=found.rules,
        options=found.options,
        seats=found.seats,
        fits=found.fits,
    )
