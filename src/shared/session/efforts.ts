/** How long a model may think before it answers, the shortest first. */
export const EFFORTS = ['off', 'low', 'medium', 'high'] as const
