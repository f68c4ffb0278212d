/**
 * What the lists of the operator's page are given. Nothing here runs.
 *
 * @typedef {import('../../line/operator.js').Operator} Operator
 * @typedef {{operator: Operator, doing: (request: Promise<unknown>) => Promise<void>}} Doing `doing`: the list is asked
 *     for again when it is done
 */
export {};
