/** Who wrote a message to an agent: the person, whoever gives it its work, or the app. */
export const WRITERS = ['person', 'employer', 'app'] as const
export type Writer = (typeof WRITERS)[number]
