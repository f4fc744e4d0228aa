/** Blue, green, red and alpha of a pixel. */
type Pixel = readonly [number, number, number, number]

const GREY: Pixel = [0xd0, 0xd4, 0xd8, 0xff]
/** Amber, the colour of everything that needs the person. */
const AMBER: Pixel = [0x5a, 0xc0, 0xf0, 0xff]

/**
 * Draws the tray icon: an orbit with its planet. Returns rows of BGRA pixels with premultiplied alpha. The planet is
 * large and amber while something needs the person.
 */
export function trayPixels(size: number, needsYou: boolean): Buffer {
  const pixels = Buffer.alloc(size * size * 4)
  const middle = (size - 1) / 2
  const orbit = size * 0.36
  const planet = {
    x: middle + orbit * 0.71,
    y: middle - orbit * 0.71,
    radius: size * (needsYou ? 0.24 : 0.13),
  }
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      const fromMiddle = Math.hypot(x - middle, y - middle)
      const ring = Math.max(
        cover(size * 0.05 - Math.abs(fromMiddle - orbit)),
        cover(size * 0.12 - fromMiddle),
      )
      const fromPlanet = planet.radius - Math.hypot(x - planet.x, y - planet.y)
      const colour = fromPlanet > -0.5 && needsYou ? AMBER : GREY
      const alpha = Math.max(ring, cover(fromPlanet))
      pixels.set(
        colour.map((part) => Math.round(part * alpha)),
        (y * size + x) * 4,
      )
    }
  }
  return pixels
}

/** The covered part of a pixel whose middle is this far inside of a shape. */
const cover = (inside: number): number => Math.min(1, Math.max(0, inside + 0.5))
