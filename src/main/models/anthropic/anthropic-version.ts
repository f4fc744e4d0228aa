/** The version of the Messages API that the adapter speaks. */
export const ANTHROPIC_VERSION = '2023-06-01'
