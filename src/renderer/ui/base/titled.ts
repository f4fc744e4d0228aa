/** A name as the beginning of a sentence has it: `tide reader` is "Tide reader". */
export const titled = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)
