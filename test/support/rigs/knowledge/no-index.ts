/** A thread that ends at once, for an app in which nobody searches. */
export const NO_INDEX = new URL('data:text/javascript,')
