/**
 * What an account is notified of about a model. `requested`: to approve a version · `changed`: one that its
 * stores use was published by a department above, or by the product · the others: the outcome of a version that it requested to
 * publish.
 */
export type ModelNews = 'requested' | 'approved' | 'rejected' | 'expired' | 'outdated' | 'changed'
