/* Called when a program requests work (video.c); defined in preload.c. */
#pragma once

void eugene_video_wanted(void);
