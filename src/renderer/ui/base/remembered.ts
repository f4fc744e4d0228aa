/** Reads what this window remembered under a name. A storage that is blocked or broken remembers nothing. */
export function remembered(name: string): Readonly<Record<string, number>> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(`orrery.${name}`) ?? '{}')
    if (typeof stored !== 'object' || stored === null) return {}
    return Object.fromEntries(
      Object.entries(stored).filter((entry): entry is [string, number] => Number.isFinite(entry[1])),
    )
  } catch {
    // The sizes are a convenience: without them every pane has its usual size.
    return {}
  }
}

/** Remembers numbers for the next time; see `remembered`. */
export function remember(name: string, values: Readonly<Record<string, number>>): void {
  try {
    localStorage.setItem(`orrery.${name}`, JSON.stringify({ ...remembered(name), ...values }))
  } catch {
    // As above: a full or blocked storage only costs the remembered sizes.
  }
}
