/**
 * What an account is notified of about a model. `wanted`: to approve a version · `changed`: one that its
 * stores use was published by a department above · the others: the outcome of a version that it asked to
 * publish.
 */
export type ModelNews = 'wanted' | 'approved' | 'rejected' | 'expired' | 'outdated' | 'changed'
