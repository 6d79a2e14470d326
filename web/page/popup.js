// Popups next to a place in the text, inside the window: hints and the list of completions.

const margin = 8;

// Shows `popup` below the box `place` of the window, or above it if there is more room.
export function showAt(popup, place) {
  popup.hidden = false;
  const width = popup.offsetWidth;
  const height = popup.offsetHeight;
  const left = Math.max(margin, Math.min(place.left, window.innerWidth - width - margin));
  const isBelow = place.bottom + height + margin <= window.innerHeight || place.top < window.innerHeight / 2;
  popup.style.left = `${left}px`;
  popup.style.top = `${isBelow ? place.bottom : Math.max(margin, place.top - height)}px`;
}
