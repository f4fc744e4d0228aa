/** The variable that says to which home a program belongs, and to which start of the app on it. */
export const OWNER = 'ORRERY_OWNER'

/** A home, and what tells this start of the app on it from all others. */
export type Owner = { readonly home: string; readonly start: string }

/** Returns the value of `OWNER` for programs of this start. */
export const markOf = ({ home, start }: Owner): string => `${home}.${start}`

/** Reads a value of `OWNER`. Versions before this one named the home only. */
export function readOwner(mark: string): Owner {
  const [home = '', start = ''] = mark.split('.')
  return { home, start }
}
