/** What the address asks for, by name. */
export type Wish = (name: string) => string | null
