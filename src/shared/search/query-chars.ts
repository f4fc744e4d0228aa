/** The longest question that is looked for. */
export const QUERY_CHARS = 400
