ALTER TABLE `letters` ADD `client_id` text;--> statement-breakpoint
CREATE UNIQUE INDEX `letters_client` ON `letters` (`user_id`,`client_id`) WHERE client_id is not null;