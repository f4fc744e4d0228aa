/** The value of an approval that lets a command run once without the sandbox. */
export const OUTSIDE_ONCE = 'outside'
