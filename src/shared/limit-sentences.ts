/** Messages about the person's limits for chats and agents. */
export const LIMIT_SENTENCES = {
  'chat.costNear': 'This chat with its agents has cost {cost}. You asked to be told at {line}.',
  'chat.tokensNear': 'This chat with its agents has used {tokens} tokens. You asked to be told at {line}.',
  'chat.timeNear': 'This chat with its agents has worked {minutes} minutes. You asked to be told at {line}.',
  'chat.costReached':
    'This chat with its agents has cost {cost}, and pauses at {limit}. What was done so far is kept. Raise or remove the line to go on.',
  'chat.tokensReached':
    'This chat with its agents has used {tokens} tokens, and pauses at {limit}. What was done so far is kept. Raise or remove the line to go on.',
  'chat.timeReached':
    'This chat with its agents has worked {minutes} minutes, and pauses at {limit}. What was done so far is kept. Raise or remove the line to go on.',
  'agent.costNear':
    'The agent “{agent}” has cost {cost} with all that work for it. You asked to be told at {line}.',
  'agent.tokensNear':
    'The agent “{agent}” has used {tokens} tokens with all that work for it. You asked to be told at {line}.',
  'agent.timeNear':
    'The agent “{agent}” has worked {minutes} minutes with all that work for it. You asked to be told at {line}.',
  'agent.costReached':
    'The agent “{agent}” has cost {cost} with all that work for it, and pauses at {limit}. What was done so far is kept. Raise or remove the line to go on.',
  'agent.tokensReached':
    'The agent “{agent}” has used {tokens} tokens with all that work for it, and pauses at {limit}. What was done so far is kept. Raise or remove the line to go on.',
  'agent.timeReached':
    'The agent “{agent}” has worked {minutes} minutes with all that work for it, and pauses at {limit}. What was done so far is kept. Raise or remove the line to go on.',
  'day.costNear': 'Everything together has cost {cost} today. The daily warning is at {line}.',
  'month.costNear': 'Everything together has cost {cost} this month. The monthly warning is at {line}.',
  'day.costReached':
    'The daily limit of {limit} is reached: {cost} was spent today. Finished work is kept. Raise the limit, or continue tomorrow.',
  'month.costReached':
    'The monthly limit of {limit} is reached: {cost} was spent this month. Finished work is kept. Raise the limit to continue.',
  /** To who wants to go on although the line stands. */
  'still.cost': 'Still paused: {cost} of {limit} is spent.',
  'still.tokens': 'Still paused: {tokens} of {limit} tokens are used.',
  'still.time': 'Still paused: {minutes} of {limit} minutes are worked.',
  'still.ofChat': 'Raise the line of the chat first.',
  'still.ofAgent': 'Raise the line of “{agent}” first.',
  'still.ofTeam': 'Raise the line of the team first.',
  'still.ofDay': 'Raise the daily limit first.',
  'still.ofMonth': 'Raise the monthly limit first.',
} as const
