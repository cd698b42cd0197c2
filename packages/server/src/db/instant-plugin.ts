import {
  type BinaryOperationNode,
  ColumnNode,
  ColumnUpdateNode,
  type InsertQueryNode,
  type KyselyPlugin,
  type OperationNode,
  OperationNodeTransformer,
  PrimitiveValueListNode,
  type QueryId,
  ReferenceNode,
  ValueListNode,
  ValueNode,
  ValuesNode,
} from 'kysely'
import { instantText } from './instants'

/** Every `timestamptz` column of the schema, as it is called in code. */
export const INSTANT_COLUMNS: ReadonlySet<string> = new Set([
  'acknowledgedAt',
  'announcedAt',
  'approveUntil',
  'at',
  'autoConfirmedAt',
  'beganAt',
  'capturedAt',
  'changedAt',
  'claimedAt',
  'clearedAt',
  'closeProposedAt',
  'closedAt',
  'commissionedAt',
  'computedAt',
  'confirmedAt',
  'connectedAt',
  'createdAt',
  'credentialChangedAt',
  'deadlineAt',
  'decideUntil',
  'decidedAt',
  'deliveredAt',
  'doneAt',
  'drawnAt',
  'dueAt',
  'endedAt',
  'enteredAt',
  'expiresAt',
  'firstAt',
  'fromAt',
  'givenAt',
  'happenedAt',
  'hostLostSince',
  'hour',
  'judgedAt',
  'knownAt',
  'lastAt',
  'lastMessageAt',
  'lastRaisedAt',
  'lastUsedAt',
  'leaseUntil',
  'markedAt',
  'messageAt',
  'nextReminderAt',
  'nextUntil',
  'nextWaveAt',
  'notBefore',
  'oldSecretUntil',
  'openedAt',
  'orderedAt',
  'passwordChangedAt',
  'polledAt',
  'proposedAt',
  'publishedAt',
  'raisedAt',
  'readAt',
  'receivedAt',
  'recordedAt',
  'remindedAt',
  'removedAt',
  'renewedAt',
  'reopenedAt',
  'reportedAt',
  'requestedAt',
  'resumedAt',
  'retiredAt',
  'returnedAt',
  'reviewedAt',
  'revokedAt',
  'savedAt',
  'scoredAt',
  'seenAt',
  'sendAt',
  'sentAt',
  'settledAt',
  'shelvedUntil',
  'signedAt',
  'signedUntil',
  'since',
  'startedAt',
  'succeededAt',
  'takenAt',
  'through',
  'ticketUntil',
  'tokenMadeAt',
  'trialEndsAt',
  'unchangedSince',
  'until',
  'untilAt',
  'uploadedAt',
  'withdrawnAt',
])

/**
 * Writes the epoch milliseconds given for an instant column as an instant, in what is inserted, set or compared.
 * In a `sql` text `sqlInstant` does it; a bare number there is refused by the database.
 */
export function instantPlugin(): KyselyPlugin {
  const transformer = new InstantTransformer()
  return {
    transformQuery: ({ node, queryId }) => transformer.transformNode(node, queryId),
    transformResult: async ({ result }) => result,
  }
}

class InstantTransformer extends OperationNodeTransformer {
  protected override transformInsertQuery(node: InsertQueryNode, queryId?: QueryId): InsertQueryNode {
    const { columns, values, ...rest } = super.transformInsertQuery(node, queryId)
    if (columns === undefined || values === undefined || !ValuesNode.is(values)) {
      return { ...rest, columns, values }
    }
    const isInstant = columns.map(isInstantColumn)
    if (!isInstant.includes(true)) return { ...rest, columns, values }
    const rows = values.values.map((row) =>
      PrimitiveValueListNode.is(row)
        ? PrimitiveValueListNode.create(
            row.values.map((value, i) => (isInstant[i] ? writable(value) : value)),
          )
        : ValueListNode.create(row.values.map((value, i) => (isInstant[i] ? writableNode(value) : value))),
    )
    return { ...rest, columns, values: ValuesNode.create(rows) }
  }

  protected override transformColumnUpdate(node: ColumnUpdateNode, queryId?: QueryId): ColumnUpdateNode {
    const update = super.transformColumnUpdate(node, queryId)
    return isInstantColumn(update.column)
      ? ColumnUpdateNode.create(update.column, writableNode(update.value))
      : update
  }

  protected override transformBinaryOperation(
    node: BinaryOperationNode,
    queryId?: QueryId,
  ): BinaryOperationNode {
    const comparison = super.transformBinaryOperation(node, queryId)
    return isInstantColumn(comparison.leftOperand)
      ? { ...comparison, rightOperand: writableNode(comparison.rightOperand) }
      : comparison
  }
}

function isInstantColumn(node: OperationNode): boolean {
  const column = ReferenceNode.is(node) ? node.column : node
  return ColumnNode.is(column) && INSTANT_COLUMNS.has(column.column.name)
}

function writableNode(node: OperationNode): OperationNode {
  // `is null` writes its null into the statement; only numbers are touched.
  if (ValueNode.is(node))
    return typeof node.value === 'number' ? ValueNode.create(instantText(node.value)) : node
  if (PrimitiveValueListNode.is(node)) return PrimitiveValueListNode.create(node.values.map(writable))
  if (ValueListNode.is(node)) return ValueListNode.create(node.values.map(writableNode))
  // between: the two bounds
  if (node.kind === 'AndNode' && 'left' in node && 'right' in node) {
    return {
      ...node,
      left: writableNode(node.left as OperationNode),
      right: writableNode(node.right as OperationNode),
    } as OperationNode
  }
  return node
}

function writable(value: unknown): unknown {
  return typeof value === 'number' ? instantText(value) : value
}
