/** The error for a background request while background work is switched off. */
export const NO_BACKGROUND =
  'Agents in the background are switched off. Leave out background: you wait for its answer then, and several calls in one answer work side by side.'

/** The error for a fork, which always runs in the background. */
export const NO_FORKS =
  'A fork works in the background, and agents in the background are switched off. Leave out fork and say in prompt all it has to know, or do the work yourself.'

/** The same for a coordinator, which can do nothing else. */
export const NO_WORKERS =
  'Agents in the background are switched off, and all who work for a coordinator do so there. You can only speak to one that is at work. Tell the person: they can switch them on in the settings, under Chats, or turn coordinator mode off with /coordinator.'
