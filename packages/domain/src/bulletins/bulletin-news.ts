/** What people are notified of: that a message came from above, and that it still waits for their confirmation. */
export type BulletinNews = 'bulletin_sent' | 'bulletin_reminder'
