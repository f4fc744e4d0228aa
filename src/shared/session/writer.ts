/** The author of a message to an agent: the person, its parent or the app. */
export const WRITERS = ['person', 'employer', 'app'] as const
export type Writer = (typeof WRITERS)[number]
