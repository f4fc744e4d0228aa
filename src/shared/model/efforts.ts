/** The efforts a model can be asked to think with, the least first. `off`: it answers without thinking. */
export const EFFORTS = ['off', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const
export type Effort = (typeof EFFORTS)[number]
