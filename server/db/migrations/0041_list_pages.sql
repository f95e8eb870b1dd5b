DROP INDEX `likes_new`;--> statement-breakpoint
CREATE INDEX `likes_sent` ON `likes` (`liker`,`at`);--> statement-breakpoint
CREATE INDEX `likes_new` ON `likes` (`liked`,`at`) WHERE seen = 0;