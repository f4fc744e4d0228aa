const two = (value: number): string => String(value).padStart(2, '0')

/** Returns a moment in UTC as `YYYY-MM-DD HH:MM`. */
export function utcText(at: number): string {
  const date = new Date(at)
  const day = `${date.getUTCFullYear()}-${two(date.getUTCMonth() + 1)}-${two(date.getUTCDate())}`
  return `${day} ${two(date.getUTCHours())}:${two(date.getUTCMinutes())}`
}
