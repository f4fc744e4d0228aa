/** The stored reason of a run that the person stopped. */
export const STOPPED_BY_YOU = 'Stopped by you.'
