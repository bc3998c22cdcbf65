"""When a page has come to rest."""

# Whatever moves: the map by springs, frame by frame, the rest by transitions. At rest nothing has
# changed its place over 150 ms. What turns for ever is not waited for.
REST = """async () => {
  const places = () => [...document.querySelectorAll('.map-world, .map-node, .map-label, #detail, .list-scroll')]
    .map((one) => { const box = one.getBoundingClientRect(); return [box.x, box.y, box.width, box.height, one.className]; })
    .join();
  const moves = () => document.getAnimations()
    .some((one) => one.playState === 'running' && one.effect.getComputedTiming().endTime !== Infinity);
  let before = null;
  let since = performance.now();
  for (const end = since + 15000; performance.now() < end;) {
    await new Promise((resume) => setTimeout(resume, 40));
    await new Promise(requestAnimationFrame);
    const now = places();
    if (now !== before || moves()) since = performance.now();
    else if (performance.now() - since >= 150) return true;
    before = now;
  }
  return false;
}"""


def at_rest(page):
    """Waits until nothing moves any more."""
    assert page.evaluate(REST), "the page never comes to rest"
