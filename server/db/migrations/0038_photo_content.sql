ALTER TABLE `photos` ADD `content` text DEFAULT '' NOT NULL;--> statement-breakpoint
UPDATE `photos` SET `content` = `hash`;--> statement-breakpoint
CREATE INDEX `photos_content` ON `photos` (`content`);