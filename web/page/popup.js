// What stands beside a place of the text, within the window: hints and the list of completions.

const margin = 8;

// `place`: a box in the window, below which `popup` is shown, or above it where there is more room.
export function showAt(popup, place) {
  popup.hidden = false;
  const width = popup.offsetWidth;
  const height = popup.offsetHeight;
  const left = Math.max(margin, Math.min(place.left, window.innerWidth - width - margin));
  const isBelow = place.bottom + height + margin <= window.innerHeight || place.top < window.innerHeight / 2;
  popup.style.left = `${left}px`;
  popup.style.top = `${isBelow ? place.bottom : Math.max(margin, place.top - height)}px`;
}
